import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../api/scope.js';
import { useProjectName } from '../api/use-projects.js';

export function ProjectLink({ id }: { readonly id: string }) {
  const { account } = useScope();
  const projectName = useProjectName();
  return (
    <Anchor component={Link} underline="always" to={screenPath(account.id, `projects/${id}`)}>
      {projectName(id)}
    </Anchor>
  );
}
