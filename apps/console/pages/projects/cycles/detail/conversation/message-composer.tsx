import { useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { Button } from '../../../../../parts/button.tsx'
import { TextArea } from '../../../../../parts/field.tsx'
import { useDraft } from '../../../../../parts/use-draft.ts'
import { useTalkWords } from '../../../../../words/conversation/index.ts'

const messageMost = 20_000

interface ComposerProps {
  readonly cycleId: string
  readonly agentId: string | null
  readonly canSteer: boolean
  readonly isAtWork: boolean
  readonly onSend: (content: string) => void
}

export const Composer = ({ cycleId, agentId, canSteer, isAtWork, onSend }: ComposerProps) => {
  const words = useTalkWords()
  const draft = useDraft(`say.${cycleId}.${agentId ?? ''}`, { text: '' })
  const { text } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const hint = canSteer ? (isAtWork ? words.hints.steers : words.hints.asks) : words.hints.people
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!text.trim()) return
    onSend(text)
    draft.clear()
    setChecked(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  return (
    <form className="composer" onSubmit={send} noValidate>
      <TextArea
        label={words.message}
        hint={hint}
        value={text}
        maxLength={messageMost}
        rows={2}
        wrong={isChecked && !text.trim() ? words.missing : undefined}
        onChange={(event) => draft.set('text', event.target.value)}
        onKeyDown={press}
      />
      <div className="line">
        <span className="grow" />
        <kbd className="hide-s">Ctrl Enter</kbd>
        <Button type="submit" variant="ink" size="small">
          {words.send}
        </Button>
      </div>
    </form>
  )
}
