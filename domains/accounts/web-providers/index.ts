export { askWeb, type AskWebParts, webToolsFor } from './ask-web.ts'
export { choiceOf } from './sources.ts'
