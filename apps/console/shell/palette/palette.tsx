import { Autocomplete } from '@base-ui/react/autocomplete'
import Search from 'lucide-react/icons/search'
import { useLayoutEffect, useRef, useState } from 'react'
import { Glyph } from '../../parts/text/glyph.tsx'
import { useWords } from '../../words/shell/index.ts'
import type { Command } from '../../parts/commands.ts'
import { useSearchWords } from '../../words/search/index.ts'
import { cutAt, matching } from './match-text.ts'
import { useActionCommands, useNavigationCommands } from './use-commands.ts'
import { useHits } from './use-search-hits.ts'
import './palette.css'

const shownMost = 8

interface PaletteProps {
  /** The text typed before its code was loaded. */
  readonly begunWith: string
  readonly onClose: () => void
}

/** Every page and action, by its name. It is open as long as it is drawn. */
export const Palette = ({ begunWith, onClose }: PaletteProps) => {
  const words = useWords().palette
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    // Behind the typed text, for the next key.
    const field = dialog.current?.querySelector('input')
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.title}
      onClose={onClose}
      // Outside of it: the dialog itself is the part that its content does not cover.
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <Finder begunWith={begunWith} onDone={() => dialog.current?.close()} />
    </dialog>
  )
}

interface Group {
  readonly title: string
  readonly items: readonly Command[]
}

/** Known results, then the server's; the sentence below reports the state of the search. */
const useFound = (text: string): { groups: Group[]; sentence: string } => {
  const words = useWords().palette
  const search = useSearchWords()
  const hits = useHits(text)
  const places = matching(useNavigationCommands(), text).slice(0, shownMost)
  const actions = matching(useActionCommands(), text).slice(0, shownMost)
  const groups = [
    { title: words.goTo, items: places },
    { title: words.do, items: actions },
    { title: search.found, items: hits.commands },
  ].filter(({ items }) => items.length > 0)
  const isNone = places.length + actions.length === 0 && hits.isEmpty && !hits.isAsking
  const none = isNone ? words.none : ''
  return { groups, sentence: hits.isFailed ? search.failed : hits.isCut ? search.more : none }
}

const Finder = ({ begunWith, onDone }: { readonly begunWith: string; readonly onDone: () => void }) => {
  const words = useWords().palette
  const [text, setText] = useState(begunWith)
  const { groups, sentence } = useFound(text)
  const run = (command: Command) => {
    // The page has the focus again before it changes.
    onDone()
    void command.act()
  }
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      itemToStringValue={({ name }: Command) => name}
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      autoHighlight="always"
      keepHighlight
    >
      <div className="q">
        <Search className="i" aria-hidden="true" />
        <Autocomplete.Input aria-label={words.title} spellCheck={false} placeholder={words.placeholder} />
        <kbd>Esc</kbd>
      </div>
      <Autocomplete.List aria-label={words.title}>
        {({ title, items }: Group) => (
          <Autocomplete.Group key={title} items={items}>
            <Autocomplete.GroupLabel className="over">{title}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Option key={command.id} command={command} text={text} onRun={() => run(command)} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p className="none" role="status">
        {sentence}
      </p>
    </Autocomplete.Root>
  )
}

interface OptionProps {
  readonly command: Command
  readonly text: string
  readonly onRun: () => void
}

const Option = ({ command, text, onRun }: OptionProps) => {
  const { name, note, keys = [], icon: Icon } = command
  const [before, hit, behind] = cutAt(name, text)
  return (
    <Autocomplete.Item value={command} className="row" onClick={onRun}>
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
    </Autocomplete.Item>
  )
}
