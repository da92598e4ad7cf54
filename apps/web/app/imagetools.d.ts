declare module '*&as=picture' {
  const picture: {
    /** `srcset` by format, best first. */
    sources: Record<string, string>
    img: { src: string; w: number; h: number }
  }
  export default picture
}
