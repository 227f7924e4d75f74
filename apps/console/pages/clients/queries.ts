/** What the pages of clients read, so that parts of a page share one answer. */
export const of = (id: string) => ({ params: { id } })
export const allOf = (id: string) => ({ params: { id }, query: { limit: 1_000 } })
export const ofSeat = (id: string, userId: string) => ({ params: { id, userId }, query: { limit: 1_000 } })
