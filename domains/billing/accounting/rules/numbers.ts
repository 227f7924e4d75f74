export const lengths = { least: 4, most: 8 } as const
/** Of a ledger account; that of a customer has one digit more, and begins with 1 to 6. */
export const ledgerPattern = '^(?!0+$)\\d{4,8}$'
export const debtorPattern = '^[1-6]\\d{4,8}$'
export const taxKeyPattern = '^\\d{1,4}$'
