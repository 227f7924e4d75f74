const centsOf = { stalls: 3_200, balcony: 2_400 }

/** What a ticket costs, in cents. */
export const priceCents = ({ area, reduced = false }) => Math.round(centsOf[area] * (reduced ? 0.7 : 1))
