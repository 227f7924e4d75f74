import { subjectOf } from '../../../../../../../domains/delivery/runs/rules/step-subject.ts'
import { Glyph } from '../../../../../parts/text/glyph.tsx'
import { useTalkWords } from '../../../../../words/conversation/index.ts'
import { useWords } from '../../../../../words/shell/index.ts'
import { toolAction } from '../transcript-steps.ts'
import { stepIcons } from '../step-icons.ts'
import type { ToolUse, AgentReply } from '../../../../../parts/story/live-turn.ts'
import { Line, Text } from './message-line.tsx'

/** How many of the newest parts of a reply are drawn. */
const partsShown = 12

interface AgentReplyProps {
  readonly voice: AgentReply
  readonly name: string
  readonly isSpeaking: boolean
}

/** The newest words and actions of an agent, as they arrive. */
export const AgentReplyView = ({ voice: { parts }, name, isSpeaking }: AgentReplyProps) => {
  const words = useTalkWords()
  const newest = parts.slice(-partsShown)
  const hiddenCount = parts.length - newest.length
  return (
    <Line name={name} face={undefined}>
      {hiddenCount > 0 ? <p className="quiet">{words.earlierSteps(hiddenCount)}</p> : null}
      {newest.map((part, at) => {
        const isLast = isSpeaking && at === newest.length - 1
        if (part.kind === 'tool') return <Tool key={hiddenCount + at} use={part} />
        return (
          <div key={hiddenCount + at} className="txt">
            <Text text={part.text} />
            {part.isCut ? <p className="quiet">{words.isCut}</p> : null}
            {isLast ? <span className="caret" aria-hidden="true" /> : null}
          </div>
        )
      })}
    </Line>
  )
}

const Tool = ({ use: { tool, input, ok } }: { readonly use: ToolUse }) => {
  const words = useWords()
  const { running } = useTalkWords()
  const kind = toolAction(tool)
  const Icon = stepIcons[kind]
  const subject = input === null ? (tool ?? '') : subjectOf(kind === 'used' ? `${tool} ${input}` : input)
  return (
    <p className="tool">
      <Icon className="i" aria-hidden="true" />
      <span className="cut">
        {words.cycle.did[kind]}{' '}
        <span className="mono" title={subject}>
          {subject}
        </span>
      </span>
      {ok === undefined ? <span className="quiet">{running}</span> : null}
      {ok === false ? (
        <span className="tag bad">
          <Glyph name="bad" />
          {words.cycle.fail}
        </span>
      ) : null}
    </p>
  )
}
