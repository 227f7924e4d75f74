import Plug from 'lucide-react/icons/plug'
import {
  deleteModelEndpoint,
  listModelEndpoints,
  testModelEndpoint,
} from '../../../../domains/agents/models/contract/endpoints.ts'
import type { listAiModels } from '../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../api/use-operation.ts'
import { useModelWords } from '../../words/models/index.ts'
import { Button } from '../forms/button.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { TestResult } from './test-result.tsx'

type Model = Reply<typeof listAiModels>['data'][number]

/** Asks a model of an endpoint of the workspace a question, and shows whether agents can work with it. */
export const EndpointTest = ({ model }: { readonly model: Model }) => {
  const words = useModelWords()
  const { data: endpoints } = useLateReply(listModelEndpoints)
  const endpoint = endpoints?.find(({ models: listed }) => listed.some(({ identifier }) => identifier === model.id))
  const test = useOperation(testModelEndpoint)
  const remove = useOperation(deleteModelEndpoint)
  if (!endpoint) return null
  const params = { id: endpoint.id }
  const named = endpoint.models.find(({ identifier }) => identifier === model.id)!.model
  return (
    <div className="stack-8">
      <div className="line wrap">
        <Button
          icon={Plug}
          isPending={test.isPending}
          pendingText={words.testing}
          onClick={() => test.mutate({ params, body: { model: named } })}
        >
          {words.test}
        </Button>
        <Button variant="plain" isPending={remove.isPending} onClick={() => remove.mutate({ params })}>
          {words.remove}
        </Button>
      </div>
      <TestResult test={test.data} />
      <Refusal error={test.error ?? remove.error} />
    </div>
  )
}
