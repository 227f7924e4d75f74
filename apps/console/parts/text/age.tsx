import { useAges, useFormat } from '../../format.ts'

interface AgeProps {
  readonly at: string
  readonly className?: string
}

/** How long ago it was, and the exact time while the pointer rests on it. */
export const Age = ({ at, className }: AgeProps) => {
  const { whole } = useFormat()
  const { agoInWords } = useAges()
  return (
    <time className={className} dateTime={at} title={whole(at)}>
      {agoInWords(at)}
    </time>
  )
}
