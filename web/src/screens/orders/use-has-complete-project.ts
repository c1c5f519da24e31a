import type { Order } from '@regrove/sdk';
import { useIsProjectComplete } from '../../api/use-projects.js';
import { useCarbonProjects } from './use-carbon-projects.js';

/** An order with a completed project cannot be placed. */
export function useHasCompleteProject(order: Order): boolean {
  const isComplete = useIsProjectComplete();
  const carbon = useCarbonProjects().data ?? [];
  return (
    order.biomass_project_ids.some(isComplete) ||
    carbon.some(({ id, status }) => status === 'complete' && order.carbon_project_ids.includes(id))
  );
}
