"""What tests of evolution share."""

import pytest

from nge.evolution import search
from tests.evolution.helpers import quick_train_state


@pytest.fixture
def quick(monkeypatch):
    """Have new learners drawn without compiling anything; they still depend on the seed alone."""
    monkeypatch.setattr(search, "new_train_state", quick_train_state)
