import type { ExternalAgents } from '../../../execution/harness/index.ts'
import type { ModelCatalog, ModelGateway } from '../../../execution/models/index.ts'
import type { OfferedModels, OtherModel } from './model-choice.ts'
import type { EndpointParts } from './endpoint-provider.ts'
import { tablePrice, type ModelTable, type TableModel } from '../../../execution/model-table/read-table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { callableModels, type CallableModel } from './callable-models.ts'
import { modelEndpoints } from './store-endpoints.ts'

export interface ModelParts extends EndpointParts {
  readonly gateway: ModelGateway
  /** Models that the operator allows beside the model of the settings, with their prices. */
  readonly otherModels: readonly OtherModel[]
  /** Agents of the operator's, by the name of their harness. */
  readonly externalAgents: () => ExternalAgents
}

export interface CatalogParts extends ModelParts {
  readonly catalog: ModelCatalog
}

/** The models to choose from on this instance, and the defaults of workspaces' endpoints. */
export const offeredBy = ({ gateway, otherModels, endpointSettings }: ModelParts): OfferedModels => ({
  own: gateway.provider,
  others: otherModels,
  bounds: endpointSettings,
})

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
