/** The reads of the pages of clients, so that parts of a page share one answer. */
export const of = (id: string) => ({ params: { id } })
