/**
 * Converts a colour from Oklch to hexadecimal sRGB. Lightness is 0 to 1, chroma 0 to about 0.3, hue in degrees. In
 * Oklch, colours of the same lightness look equally light in every hue. Clamps the channels of colours outside sRGB.
 */
export function color(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  // The constants of Björn Ottosson's Oklab: from Oklab to the response of the three cones, then to linear RGB.
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${linear.map(hexOf).join('')}`
}

/** Encodes a linear channel with the sRGB curve, as two hexadecimal digits. */
function hexOf(linear: number): string {
  const light = Math.min(Math.max(linear, 0), 1)
  const channel = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(channel * 255)
    .toString(16)
    .padStart(2, '0')
}
