import type { ExternalAgents } from '../../../execution/harness/index.ts'
import type { ModelCatalog, ModelGateway } from '../../../execution/models/index.ts'
import type { OfferedModels, OtherModel } from './model-choice.ts'
import type { EndpointParts } from './endpoint-provider.ts'

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
