// @ts-check
// Draws an SVG as a PNG, and hands files to the reader. Reports have these lines, too.

/**
 * @param {string} svg
 * @param {number} width
 * @param {number} height
 * @param {number} wanted pixels to each of its own
 * @returns {Promise<Blob>}
 */
export function rasterise(svg, width, height, wanted = 3) {
  // Some browsers draw no more than 16 million pixels.
  const scale = Math.min(wanted, Math.sqrt(16e6 / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    };
    image.onerror = () => reject(new Error("no picture"));
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  });
}

/** @param {Blob} blob @param {string} name */
export function hand(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
