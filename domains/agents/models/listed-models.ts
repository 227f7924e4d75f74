import { tablePrice, type ModelTable, type TableModel } from '../../../execution/model-table/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { callableModels, type CallableModel } from './callable-models.ts'
import { offeredBy, type ModelParts } from './offered-models.ts'
import { modelEndpoints } from './store-endpoints.ts'

export interface TableParts extends ModelParts {
  readonly modelTable: ModelTable
}

/** A model that may be called, with the table's data, if the table has it. */
export interface ListedModel extends CallableModel {
  readonly listed: TableModel | undefined
}

/** The models that may be called here, but for the built-in one; with the price of the table where their endpoint has none. */
export const listedModels = async (tx: Transaction, parts: TableParts): Promise<ListedModel[]> =>
  callableModels(offeredBy(parts), await modelEndpoints(tx))
    .filter(({ ownedBy }) => ownedBy !== 'offline')
    .map((model) => {
      const listed = parts.modelTable.get(model.choice.model)
      const price = model.choice.price ?? tablePrice(listed)
      const pricedOn = model.choice.price ? model.pricedOn : (listed?.pricedOn ?? null)
      return { ...model, choice: { ...model.choice, price }, pricedOn, listed }
    })
