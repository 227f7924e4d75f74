import { useAges, useFormat } from '../../format.ts'

/** How long ago it was, and the exact time while the pointer rests on it. */
export const Age = ({ at, className }: { readonly at: string; readonly className?: string }) => {
  const { whole } = useFormat()
  const { agoInWords } = useAges()
  return (
    <time className={className} dateTime={at} title={whole(at)}>
      {agoInWords(at)}
    </time>
  )
}
