import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { useWords } from '../../../../words/shell/index.ts'

const linesShown = 6
const charsMost = 1_200

/** The output of a step: its end, which has the failures, and the whole of it on demand. */
export const StepOutput = ({ text, isFailed }: { readonly text: string; readonly isFailed: boolean }) => {
  const words = useWords().cycle
  const [isWhole, setWhole] = useState(false)
  const lines = text.trimEnd().split('\n')
  const isLong = lines.length > linesShown || text.length > charsMost
  if (!isFailed && !isWhole && lines.length > 1) return <More label={words.output} onPress={() => setWhole(true)} />
  const shown = isWhole ? text.trimEnd() : lines.slice(-linesShown).join('\n').slice(-charsMost)
  return (
    <div className="body">
      <pre tabIndex={0} aria-label={words.output}>
        {shown}
      </pre>
      {isLong || isWhole ? (
        <Button variant="plain" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.showLess : words.showMore}
        </Button>
      ) : null}
    </div>
  )
}

const More = ({ label, onPress }: { readonly label: string; readonly onPress: () => void }) => (
  <div className="body">
    <Button variant="plain" size="small" onClick={onPress}>
      {label}
    </Button>
  </div>
)
