import type { MailContent, Link, Part } from './mail-content.js';

export const mailText = ({ parts, dashboard, footer }: MailContent): string =>
  [...parts.map(textOf), linkText(dashboard), `-- \n${footer}`].join('\n\n') + '\n';

function textOf(part: Part): string {
  switch (part.is) {
    case 'action':
      return linkText(part.link);
    case 'entry':
      return [part.title, part.detail, ...part.links.map(linkText)]
        .filter((line) => line !== undefined)
        .join('\n');
    default:
      return part.text;
  }
}

const linkText = ({ label, url }: Link): string => `${label}:\n${url}`;
