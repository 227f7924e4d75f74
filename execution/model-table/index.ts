export { modelNames, tablePrice, type ModelCapability, type ModelTable, type TableModel } from './table.ts'
export { readModelTable } from './read-table.ts'
