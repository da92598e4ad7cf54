declare module '*&as=picture' {
  const picture: {
    /** `srcset` by image format, the smallest format first. */
    sources: Record<string, string>
    img: { src: string; w: number; h: number }
  }
  export default picture
}
