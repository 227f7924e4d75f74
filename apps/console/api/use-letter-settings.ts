import { useMutation } from '@tanstack/react-query'
import { getMyLetters, updateMyLetters } from '../../../domains/accounts/people/contract/letters.ts'
import type { Reply } from '../../../platform/client/index.ts'
import { call } from './client.ts'
import { queries } from './queries.ts'
import { query, useReply } from './use-operation.ts'

type LetterSettings = Reply<typeof getMyLetters>

/** Which emails a person gets; a change of them is shown at once. */
export const useLetterSettings = () => {
  const letters = useReply(getMyLetters)
  const { queryKey } = query(getMyLetters)
  const { mutate, error } = useMutation({
    scope: { id: updateMyLetters.id },
    mutationFn: (body: Partial<LetterSettings>) => call(updateMyLetters, { body }),
    onMutate: (change) => queries.setQueryData<LetterSettings>(queryKey, (now) => now && { ...now, ...change }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return { letters, save: mutate, error }
}
