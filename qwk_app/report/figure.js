// A drawing on the page, and two buttons that hand it over, as an SVG and as a PNG.

export default function ({ data, parentElement }) {
  const picture = document.createElement("img");
  picture.alt = data.alt;
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(data.svg);

  const button = (label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.onclick = act;
    return made;
  };
  parentElement.querySelector("figure").replaceChildren(
    picture,
    button(data.png, async () =>
      hand(await rasterise(data.svg, data.width, data.height, data.scale), `${data.name}.png`),
    ),
    button(data.as_svg, () =>
      hand(new Blob([data.svg], { type: "image/svg+xml" }), `${data.name}.svg`),
    ),
  );
}
