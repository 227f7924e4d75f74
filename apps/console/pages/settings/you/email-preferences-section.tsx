import { useMutation } from '@tanstack/react-query'
import { getMyLetters, updateMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { query, useReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

type Letters = Reply<typeof getMyLetters>
const kinds = ['requests', 'approvals', 'failedRuns', 'budgets'] as const

/** Which letters a person gets. */
export const LettersSection = () => {
  const words = useSettingsWords().you
  const letters = useReply(getMyLetters)
  const { queryKey } = query(getMyLetters)
  const save = useMutation({
    scope: { id: updateMyLetters.id },
    mutationFn: (body: Partial<Letters>) => call(updateMyLetters, { body }),
    onMutate: (change) => queries.setQueryData<Letters>(queryKey, (now) => now && { ...now, ...change }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (
    <Section title={words.letters} text={words.lettersText}>
      <div className="panel rows">
        {kinds.map((kind) => (
          <SwitchSetting
            key={kind}
            label={words[kind]}
            hint={kind === 'requests' ? words.requestsHint : undefined}
            isOn={letters[kind]}
            onChange={(isOn) => save.mutate({ [kind]: isOn })}
          />
        ))}
      </div>
      <Refusal error={save.error} />
    </Section>
  )
}
