import { useKeptText } from './use-kept-text.ts'

/**
 * What was typed into the fields of a form, kept in this tab under a name until it is sent. A field that nobody
 * touched has its first value, whatever becomes of that meanwhile.
 */
export const useKeptForm = <T extends object>(name: string, first: T) => {
  const [text, setText] = useKeptText(`form.${name}`)
  const touched = text === '' ? {} : (JSON.parse(text) as Partial<T>)
  return {
    values: { ...first, ...touched },
    isTouched: text !== '',
    set: (changed: Partial<T>) => setText(JSON.stringify({ ...touched, ...changed })),
    forget: () => setText(''),
  }
}
