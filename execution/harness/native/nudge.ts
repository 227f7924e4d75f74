import type { Tool } from './tools/index.ts'

interface WordsOnly {
  readonly text: string
  readonly tools: Readonly<Record<string, Tool>>
  /** Whether files differ from the commit of the task, by this round or an earlier one. */
  readonly hasChange: boolean
}

/** The reply to an answer without a tool call that cannot be the last one; undefined if it ends the work. */
export const nudgeFor = ({ text, tools, hasChange }: WordsOnly): string | undefined => {
  const name = toolCallInText(text, Object.keys(tools))
  if (name !== undefined) return asToolCall(name, tools[name]!)
  if (hasChange || done.test(text)) return undefined
  return `Your answer has no tool call, and words alone do nothing: no file has changed. Go on with a tool call; the tools are ${Object.keys(tools).join(', ')}. If the task needs no change, end with a message that begins with DONE: and says what you found; if it cannot be done, call give_up.`
}

const done = /^\s*DONE:\s*/

/** The last message of a model, without the mark that it is the last. */
export const lastMessageOf = (text: string): string => text.replace(done, '').trim()

const argumentsField = /"(?:arguments|args|parameters|params|input|tool_input|action_input)"\s*:/
const nameFields = /"(?:name|tool|tool_name|function|action|recipient_name)"\s*:\s*"(?:functions\.)?([\w-]{1,64})"/g
const nameAttributes = /<(?:invoke|tool|tool_call|tool_use|function|function_call)\s+name="([\w-]{1,64})"/g
const namedTags = /<(?:function|tool)=([\w-]{1,64})>/g
const markedCalls = /\[TOOL_CALLS\]\s*([\w-]{1,64})/g
const linesOfTag = /^[ \t]*<([\w-]{1,64})>/gm

/**
 * The tool that a text calls: small models write the JSON or XML of a call where their template has no place for calls.
 * A text that only names a tool, or JSON with another name, is not a call.
 */
export const toolCallInText = (text: string, names: readonly string[]): string | undefined => {
  const forms = [nameAttributes, namedTags, markedCalls]
  if (argumentsField.test(text)) forms.push(nameFields)
  const values = forms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name!))
  const tags = [...text.matchAll(linesOfTag)].map(([, name]) => name!).filter((name) => text.includes(`</${name}>`))
  return [...values, ...tags].find((name) => names.includes(name))
}

const asToolCall = (name: string, { schema }: Tool): string => {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] }
  const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field} (optional)`))
  const given = fields.length > 0 ? ` with the arguments ${fields.join(', ')}` : ''
  return `You wrote a call of ${name} as text, which does nothing. Answer with a tool call of ${name}${given}, not with JSON or XML in a message. If you meant to end, end with a message without it.`
}
