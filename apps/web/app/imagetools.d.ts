/** A picture that vite-imagetools converts at build time: `x.webp?format=avif;webp&as=picture`. */
declare module '*&as=picture' {
  const picture: {
    /** The `srcset` of each image format, in the order in which the import lists the formats. */
    sources: Record<string, string>
    img: { src: string; w: number; h: number }
  }
  export default picture
}
