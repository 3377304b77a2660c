// A drawing on the page, and a button that hands it over as a PNG.

export default function ({ data, parentElement }) {
  const picture = document.createElement("img");
  picture.alt = data.alt;
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(data.svg);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = data.label;
  button.onclick = () =>
    rasterise(data.svg, data.width, data.height).then((blob) => hand(blob, data.name));
  parentElement.querySelector("div").replaceChildren(picture, button);
}
