import { expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { fetchPage, issueCertificate } from '../support/public-pages.js';
import { useScreens } from '../support/dashboard-screens.js';

describeInBrowser('In the dashboard certificates', () => {
  const dashboard = useScreens();

  it('are paginated, and each can be opened, downloaded and shared', async () => {
    const member = await dashboard.world.newAccount();
    for (let count = 1; count <= 13; count++)
      await issueCertificate(member, count * 1000, dashboard.world.projects.forest);
    const page = await dashboard.open(member, 'certificates');
    await page.getByText('for 13,000 pages of paper').waitFor();
    expect(await page.getByRole('article').count()).toBe(12);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('for 1,000 pages of paper').waitFor();
    expect(await page.getByRole('article').count()).toBe(13);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);

    const newest = page.getByRole('article').first();
    const { body } = await member.api.get('/biomass/certificates?limit=1');
    const pdf = await newest.getByRole('link', { name: /^PDF/ }).getAttribute('href');
    expect(pdf).toBe(`${body[0].pdf_url}?locale=en`);
    expect((await fetchPage(dashboard.world, pdf ?? '')).headers['content-type']).toBe('application/pdf');
    await newest.getByRole('button', { name: /^Copy the link/ }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(body[0].url);
  });

  it('link to the badge', async () => {
    const page = await dashboard.open(await dashboard.world.newAccount(), 'certificates');
    await page.setViewportSize({ width: 390, height: 400 });
    await page.getByRole('link', { name: 'Badge for your website' }).click();
    await page.getByRole('region', { name: 'Badge' }).getByRole('switch').waitFor();
    await page.waitForFunction('document.getElementById("badge").getBoundingClientRect().top < 200');
  });

  it('are explained when there are none', async () => {
    const page = await dashboard.open(await dashboard.world.newAccount(), 'certificates');
    await page.getByRole('heading', { name: 'No certificates yet' }).waitFor();
  });
});
