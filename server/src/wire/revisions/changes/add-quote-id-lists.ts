import { without, type Change } from '../change.js';

const idLists = without('project_ids', 'biomass_offset_ids');

export const addQuoteIdLists: Change = {
  name: 'add-quote-id-lists',
  description: 'Quotes list their projects in `project_ids` and their offsets in `biomass_offset_ids`.',
  shapes: { Quote: idLists, ExpandedQuote: idLists },
};
