import invoiceLetters from '../../domains/billing/invoice-letters/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(invoiceLetters)
