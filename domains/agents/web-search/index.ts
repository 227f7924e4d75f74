export { askWeb, type AskWebParts, webToolsFor } from './ask-web.ts'
export { choiceOf, webTools } from './sources.ts'
