import { writtenMinor } from '../../billables/rules.ts'

interface TransferOf {
  readonly currency: string
  readonly dueCents: number
  readonly invoiceNumber: string
  readonly bank: { readonly iban: string; readonly bic: string | null; readonly holder: string }
}

const mostCents = 99_999_999_999
const holderMost = 70

/**
 * The content of a SEPA credit transfer's code; null if no transfer in euros pays the invoice.
 * Source: European Payments Council, EPC069-12, version 002.
 */
export const transferCodeOf = ({ currency, dueCents, invoiceNumber, bank }: TransferOf): string | null => {
  if (currency !== 'EUR' || dueCents <= 0 || dueCents > mostCents || bank.holder === '') return null
  const holder = Array.from(bank.holder.replaceAll('\n', ' ')).slice(0, holderMost).join('')
  const amount = `EUR${writtenMinor(dueCents, 2)}`
  return ['BCD', '002', '1', 'SCT', bank.bic ?? '', holder, bank.iban, amount, '', '', invoiceNumber].join('\n')
}
