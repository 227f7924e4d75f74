/** The text of a message in one line, without the marks of Markdown: in a list, they would be read as letters. */
export const withoutMarks = (text: string): string => text.replaceAll(/```[\w-]*|\*\*|__|`|^#{1,6} |^> /gm, '')
