export { ciiOf } from './cii.ts'
export { decimalText, opposite, percentText } from './decimals.ts'
export {
  type EndpointScheme,
  endpointSchemes,
  type Identifier,
  isIdentifier,
  type RegisterScheme,
  registerSchemes,
} from './identifiers.ts'
export type { ElectronicAddress, ElectronicInvoice, ElectronicLine, Party, Payment } from './invoice.ts'
export { ublOf } from './ubl.ts'
