-- What was computed with a methodology points at its row: only which one is current may change.
create trigger methodologies_keep_their_factors before update on methodologies for each row
  when ((old.id, old.name, old.standard_width, old.standard_length, old.standard_gsm, old.pages_per_tree,
      old.emission_factor, old.price_per_page, old.created_at)
    is distinct from (new.id, new.name, new.standard_width, new.standard_length, new.standard_gsm, new.pages_per_tree,
      new.emission_factor, new.price_per_page, new.created_at))
  execute function refuse_change();
