import { useWords } from '../words/shell/index.ts'

/** How many things wait for the person in a place; nothing for none. */
export const WaitingCount = ({ count = 0 }: { readonly count?: number | undefined }) => {
  const words = useWords()
  return count === 0 ? null : (
    <span className="count wait" role="img" aria-label={words.waiting(count)}>
      {count}
    </span>
  )
}
