/** Reads for client pages, so that parts of a page share one answer. */
export const of = (id: string) => ({ params: { id } })

/** As many invoices and deliverables of a client are on its page. */
export const shownMost = 8

export const newestInvoicesOf = (id: string) => ({ query: { clientAccountId: id, limit: shownMost } })
