/** What the pages of clients read, so that parts of a page share one answer. */
export const of = (id: string) => ({ params: { id } })
