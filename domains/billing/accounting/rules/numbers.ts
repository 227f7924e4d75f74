export const consultantBounds = { least: 1_001, most: 9_999_999 } as const
export const clientBounds = { least: 1, most: 99_999 } as const
/** How many digits a ledger account has. */
export const lengths = { least: 4, most: 8 } as const
/** Number of a ledger account; that of a customer has one digit more, and begins with 1 to 6. */
export const ledgerPattern = '^(?!0+$)\\d{4,8}$'
export const debtorPattern = '^[1-6]\\d{4,8}$'
export const taxKeyPattern = '^\\d{1,4}$'
