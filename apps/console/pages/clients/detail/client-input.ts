/** Reads for client pages, so that parts of a page share one answer. */
export const paramsOf = (id: string) => ({ params: { id } })

/** The most invoices, and the most deliverables, on the page of a client; links lead to the rest. */
export const shownMost = 8

export const newestInvoicesOf = (id: string) => ({ query: { clientAccountId: id, limit: shownMost } })
