import type { Identifier } from './identifiers.ts'

/** An address of EN 16931: up to three lines, then its parts if they are known. */
export interface ElectronicAddress {
  readonly lines: readonly string[]
  readonly city: string | null
  readonly postalCode: string | null
  readonly country: string
}

export interface Party {
  readonly name: string
  /** BT-29, of a seller without a VAT number and a number in a register. */
  readonly id: string | null
  /** BT-30 and BT-47. */
  readonly legalId: Identifier | null
  readonly vatId: string | null
  readonly taxNumber: string | null
  readonly address: ElectronicAddress
  readonly contact: {
    readonly name: string | null
    readonly phone: string | null
    readonly email: string | null
  } | null
  /** BT-34 and BT-49. */
  readonly endpoint: Identifier | null
}

/**
 * The fields of an invoice in both syntaxes of EN 16931. Amounts are decimals as text; a credit note’s are positive.
 */
export interface ElectronicInvoice {
  /** BT-24. */
  readonly guideline: string
  /** BT-23. */
  readonly process: string | null
  /** BG-1: the code of the subject, BT-21, and the text, BT-22. */
  readonly notes: readonly { readonly code: string; readonly text: string }[]
  /** BT-3 by UNTDID 1001: an invoice, or a credit note. */
  readonly type: '380' | '381'
  readonly number: string
  readonly issuedOn: string
  readonly dueOn: string
  /** BG-14, the period of the service; its days are BT-73 and BT-74. */
  readonly period: { readonly from: string; readonly to: string } | null
  /** BT-72, the last day of the service. */
  readonly deliveredOn: string | null
  readonly currency: string
  readonly buyerReference: string | null
  /** BT-13. */
  readonly orderReference: string | null
  readonly preceding: readonly { readonly number: string; readonly issuedOn: string }[]
  readonly seller: Party
  readonly buyer: Party
  /** BG-16; null if the seller names no account. */
  readonly payment: Payment | null
  readonly terms: string | null
  readonly lines: readonly ElectronicLine[]
  readonly taxes: readonly ElectronicTax[]
  readonly net: string
  readonly tax: string
  readonly total: string
}

/** The category of a tax (UNTDID 5305). */
type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O'

/** UNTDID 4461, and the account that a transfer goes to. */
export interface Payment {
  readonly meansCode: string
  readonly account: { readonly iban: string; readonly bic: string | null; readonly holder: string } | null
}

export interface ElectronicLine {
  readonly id: string
  /** The first line of the description: BT-153. */
  readonly name: string
  /** Its further lines: BT-154. */
  readonly description: string | null
  readonly quantity: string
  readonly unitCode: string
  readonly price: string
  readonly amount: string
  readonly category: TaxCategory
  readonly percent: string
}

export interface ElectronicTax {
  readonly category: TaxCategory
  readonly percent: string
  readonly taxable: string
  readonly tax: string
  readonly reason: string | null
  readonly reasonCode: string | null
}
