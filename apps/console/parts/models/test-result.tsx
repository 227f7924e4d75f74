import type { testModelEndpoint } from '../../../../domains/agents/models/contract/endpoints.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { useFormat } from '../../format.ts'
import { useModelWords } from '../../words/models/index.ts'
import { State } from '../feedback/state.tsx'

type EndpointTest = Reply<typeof testModelEndpoint>

/** The result of a test of a model: that agents can work with it, or each thing that failed. */
export const TestResult = ({ test }: { readonly test: EndpointTest | undefined }) => {
  const words = useModelWords()
  const { dollars } = useFormat()
  const faults = useTestFaults(test)
  return (
    <div role="status">
      {test?.works === true ? (
        <State glyph="good" tone="good">
          {words.works}
        </State>
      ) : null}
      {faults.length > 0 ? (
        <div className={test?.works ? 'note wait' : 'note bad'}>
          <div>
            {test?.works ? null : <b>{words.unfit}</b>}
            <ul>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </div>
        </div>
      ) : null}
      {test && test.costUsd !== null && test.costUsd > 0 ? (
        <p className="quiet">{words.testedCost(dollars(test.costUsd))}</p>
      ) : null}
    </div>
  )
}

const useTestFaults = (test: EndpointTest | undefined): readonly string[] => {
  const words = useModelWords()
  if (!test) return []
  return [
    ...(test.streams ? [] : [words.notStreaming]),
    ...(test.callsTools ? [] : [words.noTools]),
    ...(test.refusal === null ? [] : [words.answeredPlainer(test.refusal)]),
    ...(test.readsWhole === false ? [words.readsPart(test.inputTokens ?? 0)] : []),
  ]
}
