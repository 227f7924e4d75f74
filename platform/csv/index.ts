export { csvLine, type Cell, type Decimal } from './csv.ts'
