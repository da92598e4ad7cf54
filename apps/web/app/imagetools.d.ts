declare module '*&as=picture' {
  const picture: {
    /** `srcset` by image format, in the order of `format` in the import. */
    sources: Record<string, string>
    img: { src: string; w: number; h: number }
  }
  export default picture
}
