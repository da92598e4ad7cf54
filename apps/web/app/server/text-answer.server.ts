/** A file for machines: made from the catalogue like a page, and checked for news like one. */
export function textAnswer(type: string, content: string) {
  return new Response(content, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  })
}
