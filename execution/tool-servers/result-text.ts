import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'

/** A tool's answer as one text: content without a text form is named in its place. */
export const resultText = ({ content = [], structuredContent }: Partial<CallToolResult>): string => {
  const parts = content.map(textOf)
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  return parts.join('\n\n')
}

const textOf = (block: ContentBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return leftOut(block.type, block.mimeType, block.data)
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`
    case 'resource': {
      const { resource } = block
      return 'text' in resource ? resource.text : leftOut(resource.uri, resource.mimeType, resource.blob)
    }
  }
}

const leftOut = (what: string, mediaType = 'application/octet-stream', base64: string) =>
  `[${what}, ${mediaType}, ${Math.floor((base64.length * 3) / 4)} bytes, not shown]`
