import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Glyph } from '../../parts/glyph.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Command } from '../../parts/commands.ts'
import { useSearchWords } from '../../words/search/use-words.ts'
import { cutAt, matching } from './match.ts'
import { useDeeds, usePlaces } from './use-commands.ts'
import { useHits } from './use-hits.ts'
import './palette.css'

const shownMost = 8

/** Everything that one can go to or do, by its name. It is open as long as it is drawn. */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().palette
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.title}
      onClose={onClose}
      // Outside of it: the dialog itself is all that is not covered by what is in it.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <Finder onDone={() => dialog.current?.close()} />
    </dialog>
  )
}

interface Group {
  readonly title: string
  readonly commands: readonly Command[]
}

/** What is known here, then what the server found; the sentence below says what there is to say about the search. */
const useFound = (text: string): { groups: Group[]; sentence: string } => {
  const words = useWords().palette
  const search = useSearchWords()
  const hits = useHits(text)
  const groups = [
    { title: words.goTo, commands: matching(usePlaces(), text).slice(0, shownMost) },
    { title: words.do, commands: matching(useDeeds(), text).slice(0, shownMost) },
    { title: search.found, commands: hits.commands },
  ].filter(({ commands }) => commands.length > 0)
  const none = groups.length === 0 && !hits.isAsking ? words.none : ''
  return { groups, sentence: hits.isFailed ? search.failed : hits.isCut ? search.more : none }
}

/** The step that a key makes in the list. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const Finder = ({ onDone }: { readonly onDone: () => void }) => {
  const words = useWords().palette
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { groups, sentence } = useFound(text)
  const commands = groups.flatMap((group) => group.commands)
  const chosen = commands[Math.min(at, commands.length - 1)]
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`
  const run = (command: Command | undefined) => {
    if (!command) return
    // The page has the focus again before it changes.
    onDone()
    void command.act()
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) setAt((Math.min(at, commands.length - 1) + step + commands.length) % commands.length || 0)
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="q">
        <Search className="i" aria-hidden="true" />
        <input
          role="combobox"
          aria-label={words.title}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.placeholder}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={words.title}>
        {groups.map(({ title, commands: some }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="over" aria-hidden="true">
              {title}
            </p>
            {some.map((command) => (
              <Option
                key={command.id}
                {...{ command, text, id: optionId(command), isChosen: command === chosen }}
                onPoint={() => setAt(commands.indexOf(command))}
                onRun={() => run(command)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="none" role="status">
        {sentence}
      </p>
    </>
  )
}

interface OptionProps {
  readonly command: Command
  readonly text: string
  readonly id: string
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onRun: () => void
}

const Option = ({ command, text, id, isChosen, onPoint, onRun }: OptionProps) => {
  const { name, note, keys = [], icon: Icon } = command
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const [before, hit, behind] = cutAt(name, text)
  return (
    // The field has the focus and the keys; a pointer is another way.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={option}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      className={isChosen ? 'row on' : 'row'}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {typeof Icon === 'string' ? <Glyph name={Icon} /> : <Icon className="i" aria-hidden="true" />}
      <span className="cut" dir="auto" title={name}>
        {before}
        <b>{hit}</b>
        {behind}
      </span>
      <span className="grow" />
      {note === undefined ? null : (
        <span className="quiet cut note-of" dir="auto">
          {note}
        </span>
      )}
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  )
}
